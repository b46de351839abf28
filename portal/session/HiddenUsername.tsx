/**
 * Tells a password manager which account a password belongs to, in a form that does not ask for the account. It has no
 * name, so it is not part of what the form sends.
 */
export function HiddenUsername({ value }: { value: string | null | undefined }) {
  return <input type="text" autoComplete="username" value={value ?? ''} readOnly hidden />
}
