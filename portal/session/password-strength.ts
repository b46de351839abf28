/** Estimates the strength of a password. It is only a hint; R5.6 states which passwords are accepted. */

/** The most frequent leaked passwords of 6 to 30 characters, worldwide and in Brazil. */
const common = new Set(
  (
    '123456 123456789 12345678 1234567 1234567890 654321 123123 123321 112233 121212 102030 142536 ' +
    'password password1 qwerty qwerty123 qwertyuiop abc123 abcd1234 a123456 1q2w3e4r 1q2w3e iloveyou ' +
    'senha123 minhasenha mudar123 123mudar admin123 teste123 brasil brasil123 gabriel flamengo ' +
    'corinthians palmeiras saopaulo vasco123 felicidade teamo123 jesus123 deusefiel'
  ).split(' '),
)

const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u]

export type PasswordStrength = 'common' | 'weak' | 'fair' | 'strong'

export function passwordStrength(password: string): PasswordStrength {
  if (common.has(password.toLowerCase()) || /^(.)\1*$/.test(password)) return 'common'
  const variety = kinds.filter((kind) => kind.test(password)).length
  if (password.length >= 14 || (password.length >= 10 && variety >= 3)) return 'strong'
  return password.length >= 8 && variety >= 2 ? 'fair' : 'weak'
}
