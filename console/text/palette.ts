export const paletteText = {
  title: 'Buscar lugares e ações',
  placeholder: 'Para onde? O que fazer?',
  empty: 'Nada com essas palavras.',
  open: 'Buscar…',
  places: 'Lugares',
  acts: 'Ações',
  banner: 'Novo banner',
  invite: 'Convidar pessoa',
}
