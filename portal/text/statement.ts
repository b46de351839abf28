export const statementText = {
  heading: 'Extrato',
  explanation: 'Baixe tudo o que aconteceu no período que você escolher.',
  from: 'De',
  to: 'Até',
  format: 'DD/MM/AAAA',
  pdf: 'Baixar PDF',
  csv: 'Baixar planilha (CSV)',
  fileName: (from: string, to: string) => `extrato-${from}-a-${to}`,
  ready: 'Seu extrato foi baixado.',
} as const
