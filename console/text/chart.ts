export const chartText = {
  label: (title: string) => `${title}: use as setas para ler cada período`,
  table: 'Ver como tabela',
  period: 'Período',
}
