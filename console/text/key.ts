/** The sentences about the keys of tills: what a key may do, its limits, and the one time it is shown. */

import type { PartnerScope } from '#contract/partner.ts'
import { counted } from '#contract/value/money.ts'

export const scopeNames: Record<PartnerScope, { label: string; text: string }> = {
  points: { label: 'Pontos', text: 'Registrar compras, devoluções e o uso de pontos.' },
  vouchers: { label: 'Vouchers', text: 'Conferir e retirar prêmios no caixa.' },
  customers: { label: 'Clientes', text: 'Achar um cliente por CPF, telefone, email ou código.' },
}

const points = (n: number) => counted(n, 'ponto', 'pontos')
const lookUps = (n: number) => counted(n, 'consulta', 'consultas')

export const keyText = {
  intro: 'Com uma chave o sistema de vendas fala com o Fiel. Use uma para cada sistema ou loja.',
  keys: 'Chaves em uso',
  manages: 'Você pode ver as chaves, sem criar, mudar nem revogar.',
  search: 'Procurar por nome ou começo da chave',
  none: 'Nenhuma chave em uso. Crie uma para ligar o seu sistema de vendas.',
  noneToSee: 'Nenhuma chave em uso.',
  revoked: 'Chaves revogadas',
  revokedOn: (date: string) => `Revogada em ${date}`,
  make: 'Criar chave',
  makeTitle: 'Criar chave de caixa',
  change: 'Mudar',
  changeOf: (name: string) => `Mudar a chave ${name}`,
  changed: (name: string) => `Chave ${name} salva.`,
  save: 'Salvar',
  revoke: 'Revogar',
  revokeOf: (name: string) => `Revogar a chave ${name}`,
  revokeTitle: (name: string) => `Revogar a chave “${name}”?`,
  revokeText: (use: string) =>
    `O próximo pedido com esta chave é recusado, e o caixa que a usa para de registrar vendas. ${use}.`,
  revokeFinal: 'Isto não pode ser desfeito: uma nova chave precisa ser posta no caixa.',
  isRevoked: (name: string) => `Chave ${name} revogada.`,
  name: 'Nome',
  nameHint: 'Para reconhecer depois, como “Caixa Pinheiros”.',
  scopes: 'O que a chave faz',
  addresses: 'Redes permitidas',
  addressesHint:
    'Endereços ou redes separados por vírgula, como 203.0.113.7 ou 203.0.113.0/24. Vazio: de qualquer lugar.',
  points: 'Pontos por dia',
  pointsHint: 'O máximo que a chave dá em um dia. Vazio: sem limite.',
  lookUps: 'Consultas de clientes por hora',
  misses: 'Erros por hora',
  missesHint: 'Consultas e códigos que não acham ninguém. Depois disso a chave espera.',
  number: 'Use um número inteiro, a partir de 1',
  created: (date: string) => `Criada em ${date}`,
  used: (date: string) => `Último uso em ${date}`,
  neverUsed: 'Ainda sem uso',
  anywhere: 'De qualquer rede',
  from: (networks: string) => `De ${networks}`,
  pointsPerDay: (n: number) => `até ${points(n)} por dia`,
  noLimit: 'sem limite de pontos',
  lookUpsPerHour: (n: number) => `${lookUps(n)} por hora`,
  madeTitle: 'Guarde a chave agora',
  madeText: 'Ela não será mostrada de novo: o Fiel guarda só uma impressão dela.',
  curl: 'Para testar do terminal, sem mudar nada:',
  kept: 'Guardei a chave',
}
