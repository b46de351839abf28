import type { ComponentProps } from 'react'

import styles from '#ui/Stack.module.css'

/** Stacks fields vertically. Takes the props that the functions of form.ts return. */
export function Form(form: ComponentProps<'form'>) {
  return <form {...form} className={styles.stack} />
}
