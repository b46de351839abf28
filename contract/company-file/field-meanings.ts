/** The meaning of each field of company.yaml, in Portuguese. An editor shows it beside the field. Fields with a clear name have none. */
export const fieldMeanings: Record<string, string> = {
  slug: 'O nome da empresa nos comandos. Nunca muda: outro slug é outra empresa.',
  name: 'O nome da empresa, como as pessoas a chamam.',
  program_name: 'O nome do programa, como aparece no título das páginas e nos emails.',
  frontend_domain:
    'O endereço do portal, sem protocolo e sem porta: clube.exemplo.com.br. Neste computador: nome.localhost.',
  other_domains: 'Outros endereços que abrem o mesmo portal.',
  landing_page_domain: 'O endereço do site da empresa.',
  admin_domain:
    'O endereço do console, onde a equipe da empresa trabalha; nulo se não há. Não pode ser um endereço do portal.',
  logo: 'Uma imagem nesta pasta: .svg (o melhor), .png, .jpg, .webp ou .avif, até 5 MB. Aparece com 36 px de altura.',
  logo_dark:
    'O logo para aparelhos no modo escuro. Sem ele, um logo que não se lê no escuro fica sobre um fundo claro.',
  favicon:
    'Uma imagem quadrada nesta pasta: o símbolo na aba do navegador e na tela inicial do celular.',
  background: 'Uma imagem atrás de todas as páginas, quase transparente.',
  primary_color:
    'A cor dos botões e dos links, #RRGGBB. Dela saem os tons dos modos claro e escuro.',
  background_color:
    'A cor da página, #RRGGBB. Uma cor escura deixa o portal escuro em todos os aparelhos.',
  font_color: 'A cor do texto, #RRGGBB. Onde não daria para ler, o portal usa um tom mais escuro.',
  theme: 'O visual além das cores. Sem ele: cantos suaves e cartões com sombra.',
  'theme.scheme':
    'O modo claro ou escuro: o de cada aparelho (device), sempre claro (light) ou sempre escuro (dark).',
  'theme.shape': 'Os cantos de botões, campos, cartões e imagens.',
  'theme.surface':
    'Os cartões: elevated (borda fina e sombra), flat (só um tom), outlined (borda firme).',
  'theme.hero':
    'O fundo do saldo e do texto do login: a cor da marca (solid), um degradê, a imagem do banner ou um padrão feito do nome e da cor.',
  'theme.font': 'A letra de títulos, números e botões. system é a letra do próprio aparelho.',
  prize_word:
    'Como os prêmios se chamam nas telas e no extrato. As frases concordam com a palavra; endereços e API não mudam.',
  'prize_word.one': 'No singular, em minúsculas: mimo.',
  'prize_word.many': 'No plural, em minúsculas: mimos.',
  'prize_word.gender': 'O gênero da palavra: o mimo é masculine, a recompensa é feminine.',
  display_mode:
    'POINTS: valores em pontos. CASH: em reais. PERCENTAGE: em reais, e cada ganho com a sua porcentagem.',
  points_per_real: 'Quantos pontos valem R$ 1 na hora de usar.',
  hide_points: 'Nenhuma tela fala de pontos.',
  hide_cashback: 'Nenhuma tela fala de dinheiro, e o saldo não aparece na barra do topo.',
  blocked: 'O portal diz que está indisponível, e ninguém entra.',
  maintenance: 'O portal diz que está em manutenção, e ninguém entra.',
  time_zone:
    'O fuso horário pelo nome IANA: America/Sao_Paulo. Os dias de vencimento são os dele. Não muda depois do primeiro registro de pontos.',
  intention_minutes: 'Por quantos minutos o pedido de um caixa espera a resposta do cliente.',
  retention: 'Por quanto tempo ficam os dados de quem não volta.',
  'retention.pre_registered_months':
    'Meses desde a última compra até apagar um documento sem pontos que ninguém cadastrou; null: nunca.',
  'retention.inactive_months':
    'Meses sem entrar e sem movimento até um email avisar o cliente que a conta será apagada 30 dias depois; null: nunca.',
  reversal:
    'O que uma devolução faz com pontos já usados: deficit (os próximos pontos pagam a diferença), clamp (são retirados se voltarem), pending_only (como clamp, e pontos já disponíveis ficam).',
  adjustments: 'Os pontos que a equipe dá ou retira à mão, no console.',
  'adjustments.reasons': 'Os motivos, dos quais quem ajusta escolhe um.',
  'adjustments.limit':
    'Até quantos pontos um atendente ajusta de uma vez. Acima disso, um gerente ou proprietário.',
  'adjustments.expires_in_days': 'Por quantos dias valem os pontos de um ajuste; null: não vencem.',
  'adjustments.needs_second_person':
    'true: acima do limite, outra pessoa aprova o ajuste em até 7 dias. Um atendente também pode pedir.',
  approvals: 'O que, no console, só vale quando uma segunda pessoa concorda.',
  'approvals.publish': 'true: outra pessoa aprova cada publicação do programa.',
  legal: 'Links para o que o cliente aceita.',
  'legal.terms_url': 'Onde se leem os termos de uso, se não estiverem em custom_terms_html.',
  'legal.custom_terms_html':
    'Os próprios termos de uso, mostrados em uma página do portal: títulos, parágrafos, listas, tabelas e links. O resto é retirado.',
  'legal.version': 'A versão destes textos. Mude junto com eles: cada aceite guarda a versão.',
  home: 'Uma saudação no login e no resumo.',
  how_it_works: 'Passos para quem ainda não tem pontos.',
  faq: 'Perguntas e respostas; uma resposta pode ter várias linhas.',
  banner: 'Uma imagem no login e no resumo; pode levar a uma promoção ou a um endereço.',
  'banner.alt': 'O que a imagem mostra, para quem não a vê.',
  'banner.promotion_code': 'O código de uma promoção deste arquivo: um toque no banner a ativa.',
  footer: 'O rodapé de todas as páginas.',
  'footer.mark': 'A primeira linha: um link para a empresa.',
  provider: "Quem aparece depois de 'Desenvolvido por'.",
  emails: 'Remetente e endereço de resposta dos emails; sem eles, os do servidor.',
  subsidiaries:
    'As lojas, com o nome que o caixa delas envia; maiúsculas e acentos não fazem diferença.',
  subsidiaries_strict:
    'true: um caixa que envia uma loja fora da lista é recusado. false: ele recebe um aviso.',
  settings: 'As regras do programa e os serviços de fora.',
  'settings.is_age_restriction_enabled': 'Só se cadastra quem está dentro dos limites de idade.',
  'settings.allow_from_age': 'Idade mínima em anos, de 0 a 121.',
  'settings.allow_to_age': 'Idade máxima em anos, de 0 a 121.',
  'settings.is_age_gate_enabled': 'Antes de mostrar qualquer coisa, o portal pergunta a idade.',
  'settings.age_gate_url': 'Para onde vai quem não tem a idade.',
  'settings.levels_system':
    'LOOKBACK: conta o que o cliente ganhou nos últimos update_lookback dias. RENOVATION: conta em ciclos de renovation_interval meses.',
  'settings.update_lookback': 'Quantos dias contam, com o de hoje. Só para LOOKBACK.',
  'settings.renovation_interval': 'Quantos meses tem um ciclo. Só para RENOVATION.',
  'settings.analytics.gtm_id':
    'Google Tag Manager, carregado depois do aceite de cookies: GTM-ABC1234.',
  'settings.customFields.Cookie': 'should_show e active true: o portal pede o aceite de cookies.',
  'settings.integrations.firebase':
    'Entrar com Google, Facebook ou celular, por um projeto Firebase da empresa.',
  'settings.integrations.subscription.frontend_url':
    'O clube de assinatura. O portal envia para lá um código que identifica o cliente.',
  'settings.integrations.wallet':
    'Cartões para a carteira do celular. Os arquivos têm chaves privadas: não os guarde no controle de versão.',
  'settings.integrations.wallet.apple.credentials':
    'Um .pem nesta pasta: o certificado do tipo de cartão, a chave privada dele e o certificado da Apple (WWDR).',
  'settings.integrations.wallet.google.issuer_id':
    'O número do emissor no console do Google Wallet, entre aspas.',
  'settings.integrations.wallet.google.credentials':
    'Um .json nesta pasta: o arquivo de chave da conta de serviço.',
  levels: 'Os níveis, do mais baixo ao mais alto.',
  'levels[].trigger_amount': 'A partir de quantos pontos o cliente tem o nível.',
  'levels[].multiplier': 'Multiplica o que uma compra ganha: de 1 a 100, com duas casas decimais.',
  'levels[].icon':
    'O desenho do nível. Sem ele, do mais baixo ao mais alto: sprout, medal, star, shield, trophy, crown, diamond.',
  'levels[].prize': 'O key de um prêmio que vem com o nível.',
  'levels[].integrator_id': 'Como o sistema da empresa chama o nível.',
  calculation_rules:
    'Como uma compra ganha pontos. O caixa pode escolher uma regra; se não escolhe, vale a primeira.',
  'calculation_rules[].key':
    'Uma palavra que nunca muda, como compra. O caixa envia a palavra em calculation_rule_id.',
  'calculation_rules[].type':
    'POINTS_PER_REAL: rate pontos por real. PERCENTAGE: rate por cento de volta.',
  'calculation_rules[].minimum_purchase_value': 'A menor compra que ganha pontos, em centavos.',
  'calculation_rules[].cap': 'O máximo que uma compra ganha, em pontos.',
  'calculation_rules[].expires_in':
    'Quando os pontos vencem: depois de days ou months, ou no fim (end_of) do mês ou do ano. null: nunca.',
  'calculation_rules[].waiting_days': 'Dias até os pontos poderem ser usados.',
  'calculation_rules[].valid_from': 'O primeiro dia da regra.',
  'calculation_rules[].valid_to': 'O último dia da regra.',
  'calculation_rules[].earns_on_points':
    'Se a parte da compra paga com pontos também ganha pontos.',
  webhooks:
    'Endereços do sistema da empresa que recebem os acontecimentos; `npm run webhook` mostra o segredo.',
  prizes: 'O que os pontos compram, na ordem em que aparece na tela.',
  'prizes[].key': 'Uma palavra que nunca muda. Todo o resto do prêmio pode mudar.',
  'prizes[].value': 'O preço em pontos; 0 é grátis.',
  'prizes[].integrator_id': 'Como o sistema da empresa chama o prêmio.',
  'prizes[].photo': 'Uma imagem nesta pasta, na proporção 4:3, com 1560 px de largura ou mais.',
  'prizes[].expires_in': 'Dias até o voucher expirar, contados da troca.',
  'prizes[].expires_at': 'O último dia do prêmio e dos vouchers dele.',
  'prizes[].level_required': 'O nome do nível mínimo.',
  'prizes[].codes':
    'generated: o Fiel cria os códigos. Ou um pool: as linhas de um arquivo .txt desta pasta.',
  'prizes[].stock': 'Quantos existem. Um pool já é o próprio estoque.',
  promotions: 'O que dá pontos além das compras.',
  'promotions[].code': 'O código que o cliente digita. Maiúsculas não fazem diferença.',
  'promotions[].type':
    'CODE: o cliente digita o código ou segue um link. BANNER_CLICK: o cliente toca no banner.',
  'promotions[].starts_at': 'O primeiro dia.',
  'promotions[].ends_at': 'O último dia.',
  'promotions[].filters.NEW_REGISTER':
    'Só para quem se cadastrou com documento há no máximo este número de dias.',
  'promotions[].filters.ACTIVATIONS_LIMIT':
    'Quantas vezes cada cliente (per_customer) e todos juntos (in_all) podem ativar. Sem ele, cada cliente uma vez.',
  'promotions[].filters.COMPLETE_PROFILE': 'Só para quem preencheu o cadastro inteiro.',
}
