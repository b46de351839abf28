/** The sentences about the people of the console: what a role may do, and what becomes of a person. */

import type { StaffAction, StaffRole } from '#contract/console/staff.ts'

/** The actions of a role in one sentence. `staffActions` in the contract is the whole table. */
export const roleSentences: Record<StaffRole, string> = {
  owner: 'Faz tudo: programa, equipe, chaves, webhooks, importação e auditoria.',
  manager:
    'Edita e publica o programa, atende clientes e cuida dos webhooks. Vê equipe, chaves e auditoria, sem mudar.',
  attendant: 'Atende clientes: procura, abre a ficha e vê o programa.',
  cashier: 'Trabalha no caixa das lojas escolhidas. Não vê programa, equipe nem chaves.',
  analyst: 'Lê o programa e a auditoria. Não muda nada.',
}

export const actionNames: Record<StaffAction, string> = {
  'programme.read': 'Ver o programa',
  'programme.edit': 'Editar um rascunho do programa',
  'programme.publish': 'Publicar e aprovar',
  'key.read': 'Ver as chaves dos caixas',
  'key.manage': 'Criar, mudar e revogar chaves',
  'webhook.read': 'Ver webhooks e entregas',
  'webhook.manage': 'Reenviar eventos e trocar segredos',
  'staff.read': 'Ver a equipe',
  'staff.manage': 'Convidar, mudar e retirar pessoas',
  'audit.read': 'Ler a auditoria',
  'report.read': 'Ver os relatórios',
  'customer.read': 'Procurar clientes',
  'report.close': 'Fechar um mês',
  'import.manage': 'Importar clientes e saldos',
  'customer.adjust': 'Ajustar o saldo, até o limite',
  'customer.adjust_above': 'Ajustar o saldo acima do limite',
  'customer.reverse': 'Estornar compras, usos e vouchers',
  'customer.correct': 'Corrigir dados de clientes',
  'customer.block': 'Bloquear e desbloquear clientes',
  'counter.use': 'Trabalhar no caixa',
  'customer.merge': 'Juntar duas contas da mesma pessoa',
}

export const staffText = {
  intro: 'Quem trabalha neste console, e o que cada pessoa pode fazer.',
  people: 'Pessoas',
  search: 'Procurar por nome, email, papel ou loja',
  manages: 'Você pode ver a equipe, sem convidar, mudar nem retirar pessoas.',
  invite: 'Convidar',
  inviteTitle: 'Convidar uma pessoa',
  inviteText: 'O convite chega por email e vale por 72 horas.',
  sendInvitation: 'Enviar convite',
  invited: (email: string) => `Convite enviado para ${email}.`,
  invitedAgain: (email: string) => `Novo convite enviado para ${email}. O anterior não vale mais.`,
  change: 'Mudar',
  changeOf: (name: string) => `Mudar ${name}`,
  changed: (name: string) => `Cadastro de ${name} salvo.`,
  save: 'Salvar',
  resend: 'Enviar outra vez',
  resendOf: (name: string) => `Enviar outra vez o convite de ${name}`,
  remove: 'Retirar',
  removeOf: (name: string) => `Retirar ${name}`,
  removeTitle: (name: string) => `Retirar ${name} da equipe?`,
  removeActive:
    'O acesso termina na hora, também nas telas abertas. Senha, segundo fator e códigos de recuperação são apagados.',
  removeInvited: 'O link do convite deixa de funcionar na hora.',
  removeFinal:
    'Isto não pode ser desfeito: para voltar, a pessoa precisa de um novo convite. O que ela fez continua na auditoria.',
  removeSelf: 'Este é o seu próprio acesso. Você sairá do console agora.',
  removed: (name: string) => `${name} não tem mais acesso.`,
  you: 'você',
  email: 'Email',
  name: 'Nome',
  role: 'Papel',
  shops: 'Lojas',
  shopsHint: 'Nenhuma marcada: todas as lojas.',
  allShops: 'Todas as lojas',
  seen: (when: string) => `Visto em ${when}`,
  neverSeen: 'Ainda não entrou',
  left: 'Quem saiu',
  leftOn: (date: string) => `Saiu em ${date}`,
  states: {
    INVITED: 'Convite enviado',
    EXPIRED: 'Convite vencido',
    ACTIVE: 'Ativo',
    LEFT: 'Saiu',
  },
  invitationEnds: (when: string) => `Convite até ${when}`,
  roles: 'O que cada papel pode fazer',
  rolesText: 'O servidor usa esta mesma tabela em cada pedido.',
  action: 'Ação',
  may: 'pode',
  mayNot: 'não pode',
}
