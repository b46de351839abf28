/** Every sentence of the screens that is not a rule's or a refusal's: those are in contract/. */

import { formatInteger, formatMoney } from '#contract/money.ts'

/** R7.4: three forms. */
export function plural(
  number: number,
  { zero, one, many }: { zero: string; one: string; many: string },
): string {
  if (number === 0) return zero
  if (number === 1) return one
  return many.replace('#', formatInteger(number))
}

type Deadline = { days: number; date: string }

/** How long there still is for something. */
function deadline(what: string, { days, date }: Deadline): string {
  if (days < 0) return `Seu prazo para ${what} terminou em ${date}`
  return plural(days, {
    zero: `Hoje é o último dia para ${what}`,
    one: `Você tem até amanhã para ${what}`,
    many: `Você tem # dias para ${what}, até ${date}`,
  })
}

export const text = {
  loading: 'Carregando…',
  retry: 'Tentar de novo',
  close: 'Fechar',
  offline: 'Você está sem conexão. Mostramos o que foi visto por último.',

  notice: {
    success: 'Sucesso!',
    error: 'Erro...',
    understood: 'Entendi',
    confirm: 'Confirmar',
    cancel: 'Cancelar',
  },

  title: {
    login: 'Entrar',
    login_link: 'Entrar por link',
    forgot_password: 'Esqueci minha senha',
    reset_password: 'Redefinir senha',
    confirm_email: 'Confirmar email',
    complete_profile: 'Completar cadastro',
    settings: 'Meu cadastro',
    register: 'Criar conta',
    home: 'Resumo',
    promotion: 'Promoções',
    faq: 'Perguntas frequentes',
    subscription: 'Clube de assinatura',
    store: 'Prêmios',
    prize: 'Prêmio',
    loading: 'Carregando',
    not_found: 'Página não encontrada',
  },

  state: {
    page_not_found: 'Esta página não existe',
    page_not_found_text: 'O endereço pode ter mudado, ou faltou uma letra.',
    to_start: 'Ir para o início',
    company_not_found_text: 'Confira o endereço que você digitou ou o link que recebeu.',
    unavailable_text: 'Voltamos logo. Seu saldo está guardado.',
    load_failed: 'Não conseguimos carregar o programa',
    screen_failed: 'Não conseguimos mostrar esta tela',
    try_again: 'Verifique a sua conexão e tente de novo.',
  },

  login: {
    welcome: 'Que bom ver você',
    identifier: 'Email, CPF/CNPJ ou celular',
    password: 'Senha',
    show_password: 'Mostrar senha',
    hide_password: 'Esconder senha',
    submit: 'Entrar',
    no_account: 'Ainda não participa?',
    register: 'Criar minha conta',
    auth_needed: 'Você precisa entrar na sua conta para poder fazer isso',
    logged_out: 'Você saiu da sua conta. Até logo!',
    token_expired: 'Sua sessão expirou! Entre novamente para usar seus pontos',
    password_reset: 'A sua senha foi redefinida.',
    forgot_password: 'Esqueci minha senha',
    by_link: 'Receber um link por email',
    back: 'Voltar para a entrada',
    reauthentication_failed: 'Houve um erro ao reautenticar. Entre novamente.',
    used_email: (email: string | undefined) =>
      email
        ? `O email ${email} já tem cadastro. Entre com ele e a sua senha, ou receba um link.`
        : 'Este email já tem cadastro. Entre com ele e a sua senha, ou receba um link.',
  },

  provider: {
    heading: 'ou entre com',
    google: 'Entrar com Google',
    facebook: 'Entrar com Facebook',
    phone: 'Entrar com celular',
    phone_title: 'Entrar com celular',
    phone_label: 'Celular',
    phone_hint: 'Enviamos um código por SMS.',
    send_code: 'Enviar código',
    code_sent: (phone: string) => `Digite o código que enviamos para ${phone}.`,
    code: 'Código',
    confirm_code: 'Confirmar',
    other_phone: 'Enviar outro código',
    wrong_code: 'Este código não confere. Verifique e digite de novo.',
    expired_code: 'Este código expirou. Peça outro.',
    invalid_phone: 'Insira um número de celular válido',
    other_provider: 'Este email já entrou de outra forma. Use a mesma de antes.',
    blocked: 'O navegador bloqueou a janela. Toque de novo.',
    connection_failed: 'Ocorreu um erro de conexão, recarregue a página.',
    failed: 'Não foi possível entrar. Tente novamente.',
  },

  password: {
    current: 'Senha atual',
    length: 'De 6 a 30 caracteres',
    common: 'Esta é uma das senhas mais usadas: seria a primeira a ser tentada. Prefira outra.',
    weak: 'Senha fraca. Uma frase curta é mais forte, e fácil de lembrar.',
    fair: 'Senha razoável. Mais longa, fica melhor.',
    strong: 'Senha forte.',
  },

  login_link: {
    heading: 'Entrar sem senha',
    explanation: 'Enviamos para o seu email um link que entra na sua conta. Ele vale 15 minutos.',
    email: 'Email',
    submit: 'Receber o link',
    sent: 'Confira seu email',
    sent_text:
      'Se o usuário existir, acabamos de enviar uma mensagem com o link para entrar. Ele vale 15 minutos. Se não chegar, olhe também na caixa de spam.',
    use: 'Falta só um toque',
    use_text: (email: string) => `Você vai entrar como ${email}.`,
    enter: 'Entrar',
    incomplete: 'Este link está incompleto. Peça outro.',
  },

  forgot_password: {
    heading: 'Esqueceu a senha?',
    explanation: 'Diga quem você é e enviamos um link para criar outra.',
    identifier: 'Email ou CPF/CNPJ',
    submit: 'Receber o link',
    sent: 'Confira suas mensagens',
    sent_text:
      'Se o usuário existir, acabamos de enviar uma mensagem com o link para criar outra senha. Ele vale 60 minutos. Se não chegar, olhe também na caixa de spam.',
  },

  reset_password: {
    heading: 'Crie outra senha',
    password: 'Nova senha',
    password_confirmation: 'Repita a nova senha',
    submit: 'Redefinir a senha',
    ask_again: 'Pedir outro link',
  },

  confirm_email: {
    heading: 'Confirme seu email',
    explanation: 'Assim sabemos que este email é seu, e podemos ajudar se você perder a senha.',
    submit: 'Confirmar meu email',
    confirmed: 'Seu email foi confirmado. Obrigado!',
    password_ended:
      'Por segurança, crie agora uma nova senha: a anterior foi escolhida antes de sabermos que este email é seu, e deixou de valer.',
    new_password: 'Criar uma nova senha',
    failed_text: 'Entre na sua conta e, em Meu cadastro, peça outro link de confirmação.',
    continue: 'Continuar',
  },

  register: {
    heading: 'Crie sua conta',
    name: 'Nome completo',
    cpf: 'CPF',
    cnpj: 'CNPJ',
    use_cpf: 'Usar CPF',
    use_cnpj: 'Usar CNPJ',
    email: 'Email',
    birthdate: 'Data de nascimento',
    birthdate_format: 'DD/MM/AAAA',
    password: 'Senha',
    password_confirmation: 'Repita a senha',
    accept: 'Li e concordo com',
    terms: 'os termos de uso',
    and: 'e',
    privacy: 'a política de privacidade',
    opt_in_marketing: 'Quero receber novidades e promoções',
    submit: 'Criar conta',
    has_account: 'Já tem conta?',
    login: 'Entrar',
    welcome: 'Conta criada. Boas-vindas!',
    has_errors: 'Há erros nos campos abaixo.',
    passwords_differ: 'Os campos de senha não coincidem...',
    leave: 'Sair do cadastro?',
    leave_text: 'O que você preencheu será perdido.',
  },

  complete_profile: {
    heading: 'Falta pouco',
    explanation: 'Precisamos destes dados para guardar seus pontos no seu nome.',
    submit: 'Continuar',
  },

  settings: {
    profile: 'Dados pessoais',
    phone: 'Celular',
    phone_format: '(00) 00000-0000',
    sex: 'Sexo',
    sexes: { F: 'Feminino', M: 'Masculino', O: 'Outro', N: 'Prefiro não informar' },
    choose: 'Escolha',
    why_password: 'Para trocar o email, confirme que é você.',
    save: 'Salvar dados',
    saved: 'Suas informações foram atualizadas!',
    not_saved: (why: string) => `Não foi possível atualizar suas informações. ${why}`,
    unsaved: 'Recuperamos o que você não tinha salvado. Confira e salve.',
    credentials: 'Senha',
    save_credentials: 'Trocar a senha',
    credentials_saved: 'Suas credenciais foram atualizadas!',
    email: 'Seu email',
    email_status: (email: string, confirmed: boolean) =>
      confirmed ? `${email} está confirmado.` : `${email} ainda não foi confirmado.`,
    resend: 'Reenviar a confirmação',
    resent: (email: string) => `Enviamos o link de confirmação para ${email}.`,
    not_resent: (why: string) => `Não foi possível reenviar o email. ${why}`,
  },

  address: {
    heading: 'Endereço',
    address_postal_code: 'CEP',
    address_street: 'Rua',
    address_number: 'Número',
    address_complement: 'Complemento',
    address_district: 'Bairro',
    address_city: 'Cidade',
    address_state: 'Estado',
    postal_code_hint: 'Com o CEP preenchemos o resto.',
    searching: 'Buscando o endereço…',
    found: 'Endereço encontrado. Confira e complete o número.',
    save: 'Salvar endereço',
    missing: 'Seu cadastro está quase completo.',
    complete: 'Completar agora',
  },

  devices: {
    heading: 'Aparelhos conectados',
    unknown: 'Aparelho desconhecido',
    current: 'Este aparelho',
    since: (date: string) => `Desde ${date}`,
    last_used: (date: string) => `Usado em ${date}`,
    sign_out: 'Desconectar',
    sign_out_of: (name: string) => `Desconectar ${name}`,
    sign_out_title: 'Desconectar este aparelho?',
    sign_out_text: (name: string) => `Quem usa ${name} vai precisar entrar de novo.`,
  },

  consent: {
    heading: 'Privacidade',
    opt_in: 'Termos de uso e política de privacidade',
    marketing: 'Novidades e promoções',
    cookies: 'Política de cookies',
    granted: (date: string) => `Você concordou em ${date}`,
    withdrawn: (date: string) => `Você retirou em ${date}`,
    never: 'Você não concordou',
    withdraw: 'Retirar',
  },

  cookies: {
    title: 'Este site usa cookies',
    explanation: 'Com eles você continua conectado e entendemos como o programa é usado.',
    policy: 'Leia a política de cookies',
    agree: 'Concordo',
  },

  age: {
    explanation: (company: string) => `${company} pede a sua idade para mostrar o programa.`,
    yes: 'Sim',
    no: 'Não',
  },

  shell: {
    menu: 'Abrir menu',
    closeMenu: 'Fechar menu',
    navigation: 'Navegação',
    account: (initials: string) => (initials ? `Sua conta: ${initials}` : 'Sua conta'),
    home: 'Resumo',
    logout: 'Sair',
    skip: 'Pular para o conteúdo',
    balance: 'Saldo',
    developed_by: 'Desenvolvido por',
    welcome: 'Boas-vindas! Crie sua conta',
    login: 'Entrar',
    guest_text: 'Seus pontos esperam por você.',
  },

  dashboard: {
    hello: (name: string) => (name ? `Olá, ${name}` : 'Olá'),
    balance: 'Seu saldo',
    balance_failed: 'Não conseguimos atualizar o saldo agora.',
    received: (points: number) =>
      plural(points, {
        zero: 'Você ainda não recebeu pontos',
        one: 'Você já recebeu 1 ponto',
        many: 'Você já recebeu # pontos',
      }),
  },

  promotion: {
    search: 'Tem um código?',
    code: 'Código da promoção',
    code_hint: 'Letras e números, como está no cartaz ou na mensagem.',
    find: 'Buscar promoção',
    now: 'Acontecendo agora',
    see: 'Ver a promoção',
    activate: 'Ativar promoção',
    worth: (amount: string) => `Equivale a ${amount}`,
    until: (date: string) => `Promoção válida até ${date}`,
    none: {
      promotion_not_found: 'Veja se faltou uma letra, ou se um O era um zero.',
      inactive_promotion: 'Ela já terminou, ou ainda vai começar.',
    },
    other: 'Buscar outra promoção',
    complete_profile: 'Completar meu cadastro',
    add_email: 'Informar meu email',
    credited: 'Promoção ativada!',
    from: (name: string) => `Com a promoção ${name}`,
    good_until: (date: string) => `Vale até ${date}`,
    good_for_ever: 'Não expira',
    total: (amount: string) => `Seu saldo agora: ${amount}`,
    to_balance: 'Ver meu saldo',
  },

  notification: {
    title: 'Notificações',
    bell: (count: string) =>
      count === '1' ? 'Notificações: 1 não lida' : `Notificações: ${count} não lidas`,
    unread: 'Nova',
    older: 'Ver mais antigas',
    empty: 'Nada por aqui ainda',
    empty_text: 'Avisamos quando você ganhar pontos, subir de nível ou tiver algo para expirar.',
    points_received: (amount: string, shop: string) => `Você ganhou ${amount} em ${shop}`,
    promotion_credited: (amount: string, promotion: string) =>
      `Você ganhou ${amount} com a promoção ${promotion}`,
    level_rise: (level: string) => `Você subiu para o nível ${level}`,
    level_fall: (level: string) => `Seu nível agora é ${level}`,
    level_left: (level: string) => `Você saiu do nível ${level}`,
    points_expiring: (amount: string, last_day: Deadline) => deadline(`usar ${amount}`, last_day),
    voucher_expiring: (prize: string, last_day: Deadline) => deadline(`retirar ${prize}`, last_day),
    intention_ended: {
      CAPTURED: (amount: string, shop: string) => `Você usou ${amount} em ${shop}`,
      DECLINED: (amount: string, shop: string) => `Você recusou usar ${amount} em ${shop}`,
      CANCELLED: (amount: string, shop: string) => `${shop} cancelou o uso de ${amount}`,
      EXPIRED: (amount: string, shop: string) => `O pedido de ${shop} para usar ${amount} expirou`,
    },
    now: 'agora',
    minutes_ago: (minutes: number) =>
      plural(minutes, { zero: 'agora', one: 'há 1 minuto', many: 'há # minutos' }),
    today: (time: string) => `hoje, ${time}`,
    yesterday: (time: string) => `ontem, ${time}`,
  },

  faq: {
    search: 'Buscar uma pergunta',
    found: (questions: number) =>
      plural(questions, {
        zero: 'Nenhuma pergunta encontrada',
        one: '1 pergunta encontrada',
        many: '# perguntas encontradas',
      }),
    not_found_text: 'Tente com outra palavra, ou veja todas.',
    all: 'Ver todas as perguntas',
    empty: 'Ainda não há perguntas por aqui',
    empty_text: 'Quando tivermos respostas para compartilhar, elas aparecem nesta página.',
    to_start: 'Ver meu saldo',
  },

  subscription: {
    leaving: 'Levando você ao clube…',
    leaving_text: 'Você entra lá com a sua conta daqui. É só um instante.',
    again: 'Ir para o clube',
    none: 'Este programa não tem clube de assinatura',
    none_text: 'Seus pontos e prêmios continuam aqui.',
    to_start: 'Ver meu saldo',
  },

  points: {
    history: 'Histórico recente',
    amount: (points: number) =>
      plural(points, { zero: 'nenhum ponto', one: '1 ponto', many: '# pontos' }),
    types: {
      GNR: 'Pontos recebidos',
      CNS: 'Pontos usados',
      GNR_REVERSAL: 'Compra devolvida',
      CNS_REVERSAL: 'Uso desfeito',
    },
    more: 'Ver mais',
    arrived: (amount: string, shop: string) => `Você ganhou ${amount} em ${shop}`,
    purchase: (centavos: number) => `Compra de ${formatMoney(centavos)}`,
    valid_until: (date: string) => `Vale até ${date}`,
    calculation: 'Como calculamos',
    rule: 'Regra',
    base: 'Valor da compra',
    rate_points: (rate: string) => `${rate} por real`,
    rate_percentage: (rate: string) => `${rate}% da compra`,
    rate: 'Taxa',
    rounding: 'Arredondado para baixo',
    empty: 'Seu histórico começa na próxima compra',
    empty_text: 'Diga seu CPF no caixa e veja o resultado aqui, na hora.',
  },

  prize: {
    tabs: 'Prêmios e vouchers',
    tab: {
      all: 'Todos',
      free: 'Grátis',
      favorite: 'Favoritos',
      to_withdraw: 'Para retirar',
      withdrawn: 'Retirados',
      expired: 'Expirados',
    },
    filters: 'Filtros',
    all_categories: 'Todas',
    affordable: 'Cabe no meu saldo',
    filter: 'Preço e ordem',
    filtered: (price: string) => `Preço: ${price}`,
    from: (amount: string) => `a partir de ${amount}`,
    to: (amount: string) => `até ${amount}`,
    from_to: (from: string, to: string) => `de ${from} a ${to}`,
    min_value: (unit: string) => `De (${unit})`,
    max_value: (unit: string) => `Até (${unit})`,
    points_unit: 'pontos',
    money_unit: 'R$',
    not_whole: 'Use um número inteiro, a partir de 0',
    to_below_from: 'O valor final é menor que o inicial',
    order: 'Ordenar por',
    orders: {
      store: 'Destaques',
      price: 'Menor preço',
      '-price': 'Maior preço',
      newest: 'Novidades',
      name: 'Nome',
    },
    apply: 'Mostrar prêmios',
    clear: 'Limpar filtros',
    more: 'Ver mais prêmios',
    free: 'Grátis',
    missing: (points: number, amount: string) => `${points === 1 ? 'Falta' : 'Faltam'} ${amount}`,
    progress: (name: string) => `Quanto você já tem para ${name}`,
    left: (number: number) =>
      plural(number, { zero: 'Esgotado', one: 'Resta 1', many: 'Restam #' }),
    /** Why not, as short as a card is wide. */
    why_not: {
      contact_unconfirmed: 'Confirme o seu email para trocar',
      incomplete_profile: 'Complete o seu cadastro para trocar',
      level_required: (level: string) => `A partir do nível ${level}`,
      expired: 'Não está mais disponível',
      no_codes_left: 'Esgotado',
    },
    complete_profile: 'Completar meu cadastro',
    confirm_contact: 'Confirmar meu email',
    favorite: (name: string) => `Favoritar ${name}`,
    favorited: (name: string) => `${name} está nos seus favoritos`,
    unfavorited: (name: string) => `${name} saiu dos seus favoritos`,
    back: 'Prêmios',
    gone: 'Este prêmio saiu da loja',
    gone_text: 'Há outros esperando por você.',
    to_store: 'Ver os prêmios',
    value: 'Valor',
    total: 'Total',
    balance: 'Seu saldo',
    balance_after: 'Saldo depois da troca',
    terms: 'Termos do prêmio',
    until: (date: string) => `Disponível até ${date}`,
    voucher_days: (days: number) =>
      plural(days, {
        zero: '',
        one: 'Depois da troca, você tem 1 dia para retirar',
        many: 'Depois da troca, você tem # dias para retirar',
      }),
    quantity: 'Quantidade',
    one_less: 'Um a menos',
    one_more: 'Um a mais',
    redeem: 'Trocar',
    confirm_title: 'Confirmar troca?',
    asked: (quantity: number, name: string) => `${quantity} × ${name}`,
    redeemed: 'Troca realizada com sucesso!',
    not_redeemed: 'Não foi possível finalizar sua troca...',
    unknown_end: 'Confirme de novo: mesmo que ela já tenha sido feita, nada é cobrado duas vezes.',
    empty: {
      all: 'Os prêmios estão chegando',
      free: 'Nenhum prêmio grátis agora',
      favorite: 'Guarde aqui o que você quer ganhar',
      filtered: 'Nenhum prêmio com estes filtros',
    },
    empty_text: {
      all: 'Enquanto isso, cada compra aumenta o seu saldo.',
      free: 'Volte logo: eles aparecem sem avisar.',
      favorite: 'Toque no coração de um prêmio e ele fica nesta lista.',
      filtered: 'Experimente outra categoria ou outro preço.',
    },
  },

  voucher: {
    state: {
      TO_WITHDRAW: 'Para retirar',
      WITHDRAWN: 'Retirado',
      EXPIRED: 'Expirado',
      CANCELLED: 'Cancelado',
    },
    heading: 'Seu voucher',
    show: 'Mostre este código no caixa para retirar.',
    nth: (number: number, of: number) => `Voucher ${number} de ${of}`,
    code: 'Código',
    qr_code: (code: string) => `QR code do voucher ${code}`,
    copy: 'Copiar código',
    copied: 'Código copiado',
    not_copied: 'Não foi possível copiar. O código está selecionado.',
    print: 'Imprimir',
    mine: 'Ver meus vouchers',
    valid_until: (date: string) => `Vale até ${date}`,
    valid_for: (days: number) =>
      plural(days, {
        zero: 'Vale só até hoje',
        one: 'Vale até amanhã',
        many: 'Vale por mais # dias',
      }),
    valid_always: 'Sem prazo para retirar',
    issued: (date: string) => `Trocado em ${date}`,
    withdrawn: (date: string, subsidiary: string | null) =>
      subsidiary ? `Retirado em ${date}, em ${subsidiary}` : `Retirado em ${date}`,
    expired: (date: string) => `Expirou em ${date}`,
    cancelled: 'Cancelado: o que você usou voltou para o seu saldo.',
    more: 'Ver mais vouchers',
    gone: 'Não encontramos este voucher',
    empty: {
      TO_WITHDRAW: 'Nada para retirar agora',
      WITHDRAWN: 'Você ainda não retirou prêmios',
      EXPIRED: 'Nenhum voucher expirou',
    },
    empty_text: {
      TO_WITHDRAW: 'Escolha um prêmio: o voucher aparece aqui na hora.',
      WITHDRAWN: 'O que você retirar fica guardado aqui.',
      EXPIRED: 'Você está em dia.',
    },
  },

  intention: {
    title: 'Autorização',
    asks: (shop: string) => `${shop} pede a sua autorização`,
    view: 'Ver',
    failed: 'Não conseguimos ver se há uma compra esperando por você.',
    shop: 'Estabelecimento',
    code: 'Código de autorização',
    code_hint: 'Diga este código ao caixa, ou toque em Autorizar.',
    balance: 'Saldo',
    purchase: 'Valor total da compra',
    consumed_points: 'Pontos consumidos',
    consumed_value: 'Valor usado do saldo',
    balance_after: 'Saldo após a compra',
    expires_in: (time: string) => `Expira em ${time}`,
    expiring: 'Conferindo se ainda vale…',
    authorize: 'Autorizar',
    authorized: 'Autorizado',
    authorized_text: 'O caixa já pode concluir a compra.',
    authorized_reason: 'Você já disse sim. Falta o caixa concluir.',
    decline: 'Recusar',
    decline_title: 'Recusar este pedido?',
    decline_text: (shop: string) =>
      `Seu saldo continua o mesmo, e ${shop} só poderá pedir de novo daqui a 10 minutos.`,
    captured: 'Compra concluída',
    captured_text: (amount: string, shop: string) => `Você usou ${amount} em ${shop}.`,
    ended: {
      DECLINED: 'Você recusou o pedido',
      CANCELLED: 'O pedido foi cancelado',
      EXPIRED: 'O pedido expirou',
    },
    ended_text: {
      DECLINED: (shop: string) => `${shop} não usou nada do seu saldo.`,
      CANCELLED: (shop: string) =>
        `${shop} desistiu, ou o código foi digitado errado vezes demais. Nada foi usado do seu saldo.`,
      EXPIRED: (shop: string) =>
        `O tempo acabou e nada foi usado do seu saldo. Se ainda estiver em ${shop}, peça ao caixa para tentar de novo.`,
    },
    to_balance: 'Ver meu saldo',
    empty: 'Nenhuma compra espera por você',
    empty_text:
      'No caixa, diga seu CPF e peça para pagar com o seu saldo. O pedido aparece aqui na hora.',
    announced: (shop: string, amount: string, code: string) =>
      `${shop} pede ${amount}. Código de autorização: ${code}.`,
    digits: (code: string) => Array.from(code).join(', '),
  },
} as const
