/** Descriptions that an editor shows for fields of company.yaml. Fields with a clear name have none. */
export const fieldDescriptions: Record<string, string> = {
  slug: 'What commands call the company. Never changes: another slug is another company.',
  name: 'The company, as people call it.',
  program_name: 'The programme, as in page titles and mails.',
  frontend_domain:
    'Host name of the portal, without protocol or port. On this machine: name.localhost.',
  other_domains: 'More host names of the same portal.',
  landing_page_domain: "Host name of the company's own site.",
  admin_domain: "Host name of the company's back office.",
  logo: 'A picture beside this file: .svg (best), .png, .jpg, .webp or .avif, up to 5 MB. Shown 36 px high.',
  logo_dark:
    'The logo for devices in the dark scheme. Without it a logo that is illegible there stands on a light plate.',
  favicon: 'A square picture beside this file: the sign in a tab and on a home screen.',
  background: 'A picture behind every page, shown faintly.',
  primary_color:
    'Buttons and links, #RRGGBB. Both schemes, and shades for text, are derived from it.',
  background_color: 'The page, #RRGGBB. A dark one is used in the dark scheme alone.',
  font_color: 'Text, #RRGGBB. Taken darker where it would be illegible.',
  theme: 'The look beside the colours. Without it: soft corners and cards with a shadow.',
  'theme.shape': 'Corners of buttons, fields, cards and pictures.',
  'theme.surface':
    'Cards: elevated (a thin border and a shadow), flat (a tint alone), outlined (a firm border).',
  'theme.hero':
    "The balance card and the words at the login: solid, gradient, the banner's picture, or a pattern made from name and colour.",
  'theme.font': "Titles, figures and buttons. system is the device's own font.",
  prize_word:
    'What prizes are called on screens and in the statement. Sentences agree with it; addresses and the API keep their words.',
  'prize_word.one': 'Singular, in small letters: mimo.',
  'prize_word.many': 'Plural, in small letters: mimos.',
  'prize_word.gender': 'Of the word: o mimo is masculine, a recompensa is feminine.',
  display_mode:
    'POINTS: amounts in points. CASH: in reais. PERCENTAGE: in reais, each earning with its percentage.',
  points_per_real: 'How many points are worth R$ 1 when they are spent.',
  hide_points: 'No screen speaks of points.',
  hide_cashback: 'No screen speaks of money, and the balance is not in the bar.',
  blocked: 'The portal says that it is unavailable, and nobody signs in.',
  maintenance: 'The same for a while.',
  time_zone: 'IANA name: the days of expiry are its. Stays once there are records.',
  intention_minutes: "How long a till's request to spend points waits for the customer.",
  retention: 'How long data is kept of people who do not come.',
  'retention.pre_registered_months':
    'Months after the last purchase until a document without points that nobody registered is erased; null keeps it.',
  'retention.inactive_months':
    'Months without a sign-in or movement until a mail announces to a customer the erasure of the account, which follows 30 days later; null keeps the account.',
  reversal:
    'When a return claims points that were spent: deficit (the next ones make it up), clamp (they are taken if they come back), pending_only (the same, and points that can be spent already stay).',
  legal: 'Links to what customers agree to.',
  'legal.terms_url': 'Where the terms of use are read, unless custom_terms_html holds them.',
  'legal.custom_terms_html':
    'The terms of use themselves, shown on a page of ours: headings, paragraphs, lists, tables, links. All else is left out.',
  'legal.version': 'Of these texts. Change it with them: consents name it.',
  home: 'A greeting at the login and on the dashboard.',
  how_it_works: 'Steps, shown to who has no points yet.',
  faq: 'Questions and answers; an answer may have several lines.',
  banner:
    'A picture at the login and on the dashboard; it may lead to a promotion or to an address.',
  'banner.alt': 'What the picture shows, for who does not see it.',
  'banner.promotion_code': 'A promotion of this file: a click activates it.',
  footer: 'At the end of every page.',
  'footer.mark': 'The first line: a link to the company.',
  provider: "Who is named after 'Desenvolvido por'.",
  emails: "Sender and reply address of mails; without them the server's own.",
  subsidiaries: 'The shops, by the names that their tills send; case and accents do not matter.',
  subsidiaries_strict:
    'A till that names a shop which is not in subsidiaries is refused. Without it, it gets a warning.',
  settings: 'How the programme is run.',
  'settings.is_age_restriction_enabled': 'Only who is within the limits registers.',
  'settings.allow_from_age': 'Years, 0 to 121.',
  'settings.allow_to_age': 'Years, 0 to 121.',
  'settings.is_age_gate_enabled': 'Guests are asked for their age before anything is shown.',
  'settings.age_gate_url': 'Where who is too young is led.',
  'settings.levels_system':
    'LOOKBACK: what the last update_lookback days earned. RENOVATION: cycles of renovation_interval months.',
  'settings.update_lookback': 'Days that count, today among them. LOOKBACK alone.',
  'settings.renovation_interval': 'Months of a cycle. RENOVATION alone.',
  'settings.analytics.gtm_id':
    'Google Tag Manager, loaded after the consent to cookies: GTM-ABC1234.',
  'settings.customFields.Cookie':
    'should_show and active both true: the consent to cookies is asked for.',
  'settings.integrations.firebase':
    'Sign-in with Google, Facebook or a phone, through a Firebase project of yours.',
  'settings.integrations.subscription.frontend_url':
    'The subscription club; a code that stands for the customer is sent there.',
  'settings.integrations.wallet':
    'Passes for the wallets of phones. The files hold private keys: keep them out of version control.',
  'settings.integrations.wallet.apple.credentials':
    'A .pem beside this file: the certificate of the pass type, its private key, and the certificate of Apple (WWDR).',
  'settings.integrations.wallet.google.issuer_id': 'Of the Google Wallet console, in quotes.',
  'settings.integrations.wallet.google.credentials':
    'A .json beside this file: the key file of the service account.',
  levels: 'From the lowest to the highest.',
  'levels[].trigger_amount': 'Points from which on a customer has the level.',
  'levels[].multiplier': 'What purchases earn is multiplied by it: 1 to 100, two decimals.',
  'levels[].icon':
    'Its drawing. Without it: sprout, medal, star, shield, trophy, crown, diamond, from the lowest on.',
  'levels[].prize': 'The key of a prize that goes with the level.',
  'levels[].integrator_id': 'What your own system calls it.',
  calculation_rules:
    'How purchases earn. A till may name one; the first is used where it names none.',
  'calculation_rules[].key':
    'A word that never changes, such as compra: tills name the rule by it in calculation_rule_id.',
  'calculation_rules[].type': 'POINTS_PER_REAL: rate points a real. PERCENTAGE: rate percent back.',
  'calculation_rules[].minimum_purchase_value': 'Centavos.',
  'calculation_rules[].cap': 'The most that one purchase earns, in points.',
  'calculation_rules[].expires_in': 'days, months, or the end_of a month or year. Null: never.',
  'calculation_rules[].waiting_days': 'Days until the points can be spent.',
  'calculation_rules[].valid_from': 'The first day of the rule.',
  'calculation_rules[].valid_to': 'The last day of the rule.',
  'calculation_rules[].earns_on_points': 'Whether what is paid with points earns, too.',
  webhooks: 'Where your own server is told what happens; `npm run webhook` has the secret.',
  prizes: 'What points buy, in the order of the store.',
  'prizes[].key': 'A word that never changes: what else the prize is, may.',
  'prizes[].value': 'Points; 0 is free.',
  'prizes[].integrator_id': 'What your own system calls it.',
  'prizes[].photo': 'A picture beside this file, 4 to 3, 1560 px wide or more.',
  'prizes[].expires_in': 'Days from a redemption until its voucher expires.',
  'prizes[].expires_at': 'The last day of the prize and of its vouchers.',
  'prizes[].level_required': 'The name of a level: this one, or higher.',
  'prizes[].codes': 'generated, or a pool: the lines of a .txt file beside this one.',
  'prizes[].stock': 'How many there are. A pool is its own stock.',
  promotions: 'What gives points beside purchases.',
  'promotions[].code': 'What a customer types. Capitals do not matter.',
  'promotions[].type': 'CODE: typed or followed. BANNER_CLICK: of the banner.',
  'promotions[].starts_at': 'The first day.',
  'promotions[].ends_at': 'The last day.',
  'promotions[].filters.NEW_REGISTER': 'Only who registered within so many days, with a document.',
  'promotions[].filters.ACTIVATIONS_LIMIT': 'Once a customer unless it says more.',
  'promotions[].filters.COMPLETE_PROFILE': 'Only who has filled in everything.',
}
