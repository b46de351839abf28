import type { ComponentProps } from 'react'

import styles from '#ui/Stack.module.css'

/** Stacks fields vertically. Takes the props that form.ts makes. */
export function Form(form: ComponentProps<'form'>) {
  return <form {...form} className={styles.stack} />
}
