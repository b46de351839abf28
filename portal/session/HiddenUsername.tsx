/**
 * Tells a password manager which account a password belongs to, in a form without a field for the account. The field has no
 * name, so the form does not send it.
 */
export function HiddenUsername({ value }: { value: string | null | undefined }) {
  return <input type="text" autoComplete="username" value={value ?? ''} readOnly hidden />
}
