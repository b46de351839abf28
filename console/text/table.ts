export const tableText = {
  columns: 'Colunas',
  loading: 'Carregando…',
  loadingMore: 'Carregando mais…',
  end: 'Fim da lista',
  failedMore: 'Não conseguimos carregar o restante.',
  count: (n: number, hasMore: boolean) =>
    `${n.toLocaleString('pt-BR')}${hasMore ? ' ou mais' : ''} ${n === 1 ? 'linha' : 'linhas'}`,
}
