export const paletteText = {
  title: 'Buscar lugares e ações',
  placeholder: 'Para onde? O que fazer?',
  empty: 'Nada com essas palavras.',
  open: 'Buscar…',
  search: (text: string) => `Procurar cliente: ${text}`,
  places: 'Lugares',
  acts: 'Ações',
  banner: 'Novo banner',
  invite: 'Convidar pessoa',
}
