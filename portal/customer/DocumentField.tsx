import { type MouseEvent, useState } from 'react'
import { flushSync } from 'react-dom'

import { bareDocument } from '#contract/person/document.ts'
import { registerText } from '#portal/text/register.ts'
import { MaskedField } from '#ui/form/MaskedField.tsx'
import { cnpj, cpf } from '#ui/form/masks.ts'

import styles from './DocumentField.module.css'

/** Digits. A CNPJ has 14 characters. */
const cpfLength = 11

type Kind = 'cpf' | 'cnpj'

const kinds = {
  cpf: {
    mask: cpf,
    inputMode: 'numeric',
    label: registerText.cpf,
    other: 'cnpj',
    toggle: registerText.use_cnpj,
  },
  cnpj: {
    mask: cnpj,
    inputMode: 'text',
    // Since July 2026 a CNPJ may have letters, all of them capitals (D10).
    autoCapitalize: 'characters',
    label: registerText.cnpj,
    other: 'cpf',
    toggle: registerText.useCpf,
  },
} as const

type DocumentFieldProps = { error: string | undefined; defaultValue?: string | undefined }

/** The field for a person's CPF or a business's CNPJ. The toggle keeps the typed value of each. */
export function DocumentField({ error, defaultValue = '' }: DocumentFieldProps) {
  const [kind, setKind] = useState<Kind>(() =>
    bareDocument(defaultValue).length > cpfLength ? 'cnpj' : 'cpf',
  )
  const [typed, setTyped] = useState<Partial<Record<Kind, string>>>(() => ({
    [kind]: defaultValue,
  }))
  const { other, toggle, ...field } = kinds[kind]

  function change({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    const fields = currentTarget.form?.elements
    const input = fields?.namedItem('document')
    flushSync(() => {
      if (input instanceof HTMLInputElement) setTyped({ ...typed, [kind]: input.value })
      setKind(other)
    })
    // Tells the form to check again: the other kind has another message (R5.5).
    const next = fields?.namedItem('document')
    if (next instanceof HTMLInputElement) next.dispatchEvent(new Event('input', { bubbles: true }))
  }

  return (
    <>
      {/* Empty for a CPF, so that an untouched form counts as empty. */}
      <input type="hidden" name="use_cnpj" value={kind === 'cnpj' ? 'true' : ''} />
      <MaskedField
        // A new input for each mask, which begins with the value typed for that mask.
        key={kind}
        {...field}
        name="document"
        autoComplete="off"
        defaultValue={typed[kind]}
        error={error}
        aside={
          <button type="button" className={styles.toggle} onClick={change}>
            {toggle}
          </button>
        }
      />
    </>
  )
}
