/** The sentences about the daily heads of the records (docs/decisions/058-daily-head.md). */

export const headText = {
  intro:
    'A cada dia o Fiel sela todos os registros de pontos e envia o selo por email. Guarde os selos fora do Fiel: com um deles ninguém muda um registro antigo sem que se perceba.',
  label: 'Selos dos registros',
  none: 'Nenhum selo ainda. O primeiro chega depois do fim do primeiro dia com pontos.',
  day: 'Dia',
  customers: 'Clientes com movimento',
  records: 'Registros até o fim do dia',
  hash: 'Selo',
  number: 'Número',
  signature: 'Assinatura',
  key: 'Chave pública',
  company: 'Empresa',
  of: (day: string) => `Selo de ${day}`,
  proof: 'Conferir',
  proofText:
    'Peça este comando a quem opera o Fiel. Ele refaz a conta a partir dos registros e diz se algum mudou.',
  file: 'Baixar JSON',
  fileName: (slug: string, day: string) => `selo-${slug}-${day}.json`,
  saved: 'O arquivo está nos seus downloads.',
}
