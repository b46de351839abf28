export const nextPageText = {
  failed: 'Não conseguimos carregar o restante.',
} as const
