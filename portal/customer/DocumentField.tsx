import { useState } from 'react'

import { bareDocument } from '#contract/document.ts'
import { register_text } from '#portal/text/register.ts'
import { MaskedField } from '#portal/ui/MaskedField.tsx'
import { cnpj, cpf } from '#portal/ui/masks.ts'

import styles from './DocumentField.module.css'

const cpf_length = 11

type DocumentFieldProps = { error: string | undefined; defaultValue?: string | undefined }

/** A CPF, or a CNPJ for who is a company. */
export function DocumentField({ error, defaultValue = '' }: DocumentFieldProps) {
  const began_as_cnpj = bareDocument(defaultValue).length > cpf_length
  const [use_cnpj, setUseCnpj] = useState(began_as_cnpj)
  return (
    <MaskedField
      // Another mask is another input: what was typed for the first is no start for the second.
      key={use_cnpj ? 'cnpj' : 'cpf'}
      label={use_cnpj ? register_text.cnpj : register_text.cpf}
      name="document"
      mask={use_cnpj ? cnpj : cpf}
      inputMode={use_cnpj ? 'text' : 'numeric'}
      autoComplete="off"
      defaultValue={use_cnpj === began_as_cnpj ? defaultValue : ''}
      error={error}
      aside={
        <button type="button" className={styles.toggle} onClick={() => setUseCnpj(!use_cnpj)}>
          {use_cnpj ? register_text.use_cpf : register_text.use_cnpj}
        </button>
      }
    />
  )
}
