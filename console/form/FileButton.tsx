import { type ChangeEvent, type ReactNode, useId, useRef } from 'react'

import { Button } from '#ui/Button.tsx'

type FileButtonProps = {
  children: ReactNode
  /** Endings and types, as of the attribute `accept`. */
  accept: string
  /** A chosen file is on its way: no other one can be chosen. */
  busy?: boolean
  describedBy?: string
  onFile: (file: File) => void
}

/** Chooses a file of this device. */
export function FileButton({
  children,
  accept,
  busy = false,
  describedBy,
  onFile,
}: FileButtonProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    if (file) onFile(file)
    // The same file can be chosen again.
    target.value = ''
  }
  return (
    <>
      <Button
        id={id}
        variant="quiet"
        busy={busy}
        aria-describedby={describedBy}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-labelledby={id}
        onChange={choose}
      />
    </>
  )
}
