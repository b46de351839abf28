export const tableText = {
  columns: 'Colunas',
  loading: 'Carregando…',
  loadingMore: 'Carregando mais…',
  end: 'Fim da lista',
  found: (n: number, all: number) =>
    n === 0 ? 'Nada encontrado com essas palavras.' : `${n} de ${all} na lista`,
  showAll: 'Mostrar todos',
  failedMore: 'Não conseguimos carregar o restante.',
  count: (n: number, hasMore: boolean) =>
    `${n.toLocaleString('pt-BR')}${hasMore ? ' ou mais' : ''} ${n === 1 ? 'linha' : 'linhas'}`,
}
