import type { ComponentProps } from 'react'

import styles from './Stack.module.css'

/** Fields one under the other. Its props are those of form.ts. */
export function Form(form: ComponentProps<'form'>) {
  return <form {...form} className={styles.stack} />
}
