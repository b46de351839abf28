export const statement_text = {
  heading: 'Extrato',
  explanation: 'Um arquivo com tudo o que aconteceu num período.',
  from: 'De',
  to: 'Até',
  format: 'DD/MM/AAAA',
  pdf: 'Baixar PDF',
  csv: 'Baixar planilha (CSV)',
  file_name: (from: string, to: string) => `extrato-${from}-a-${to}`,
  ready: 'Seu extrato foi baixado.',
} as const
