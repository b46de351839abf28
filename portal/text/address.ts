export const addressText = {
  heading: 'Endereço',
  address_postal_code: 'CEP',
  address_street: 'Rua',
  address_number: 'Número',
  address_complement: 'Complemento',
  address_district: 'Bairro',
  address_city: 'Cidade',
  address_state: 'Estado',
  postalCodeHint: 'Com o CEP preenchemos o resto.',
  searching: 'Buscando o endereço…',
  found: 'Endereço encontrado. Confira e complete o número.',
  missing: (what: 'address' | 'sex' | 'both') =>
    `Complete seu cadastro: falta ${{ address: 'endereço', sex: 'sexo', both: 'endereço e sexo' }[what]}.`,
  complete: 'Completar agora',
} as const
