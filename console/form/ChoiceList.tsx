import { type ChangeEventHandler, type FocusEventHandler, type Ref, useId } from 'react'

import styles from './ChoiceList.module.css'

type Choice = { value: string; label: string; text?: string }

type ChoiceListProps = {
  /** `radio`: one choice. `checkbox`: any number of choices. */
  type: 'radio' | 'checkbox'
  label: string
  hint?: string
  choices: Choice[]
  /** The rest comes from useContractForm's `field`. */
  name: string
  error?: string | undefined
  inputRef: Ref<HTMLInputElement>
  onChange: ChangeEventHandler<HTMLInputElement>
  onBlur: FocusEventHandler<HTMLInputElement>
}

/** A choice whose options need a sentence each: native radio buttons or checkboxes. */
export function ChoiceList({
  type,
  label,
  hint,
  choices,
  error,
  inputRef,
  ...input
}: ChoiceListProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset
      className={styles.list}
      role={type === 'radio' ? 'radiogroup' : 'group'}
      aria-describedby={described || undefined}
    >
      <legend className={styles.legend}>{label}</legend>
      {hint && (
        <p className={styles.text} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {choices.map(({ value, label: name, text }, at) => (
        <div key={value} className={styles.choice}>
          <input
            {...input}
            type={type}
            id={`${id}-${at}`}
            value={value}
            ref={inputRef}
            className={styles.box}
            aria-invalid={error !== undefined}
            aria-describedby={text && `${id}-${at}-text`}
          />
          <div className={styles.words}>
            <label htmlFor={`${id}-${at}`}>{name}</label>
            {text && (
              <p className={styles.text} id={`${id}-${at}-text`}>
                {text}
              </p>
            )}
          </div>
        </div>
      ))}
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
