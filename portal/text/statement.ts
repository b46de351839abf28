export const statementText = {
  heading: 'Extrato',
  explanation: 'Um arquivo com tudo o que aconteceu num período.',
  from: 'De',
  to: 'Até',
  format: 'DD/MM/AAAA',
  pdf: 'Baixar PDF',
  csv: 'Baixar planilha (CSV)',
  fileName: (from: string, to: string) => `extrato-${from}-a-${to}`,
  ready: 'Seu extrato foi baixado.',
} as const
