import ImageOff from 'lucide-react/icons/image-off'
import Upload from 'lucide-react/icons/upload'
import { type DragEvent, useId, useState } from 'react'

import { api } from '#console/client/api.ts'
import { ActionFailure, useAction } from '#console/feedback/use-action.ts'
import { FileButton } from '#console/form/FileButton.tsx'
import { useForms } from '#console/programme/draft/programme-context.ts'
import { fieldText } from '#console/text/field.ts'
import { maxPicture_bytes } from '#contract/brand/picture.ts'
import { pictureEndings } from '#contract/value/text.ts'
import { Button } from '#ui/Button.tsx'

import type { FieldPartProps } from './field-part.ts'

import own from './field.module.css'

const endings = pictureEndings.map((ending) => `.${ending}`)

/** A picture with its preview. A new one is sent at once; the document only names it. */
export function PictureField(part: FieldPartProps) {
  const { label, hint, value, isNullable, isReadOnly, onChange } = part
  const { pictures, onPicture } = useForms()
  const { busy: isSending, failure, run } = useAction()
  const [isOver, setOver] = useState(false)
  const id = useId()
  const url = typeof value === 'string' ? pictures[value] : undefined
  async function send(file: File) {
    const problem = problemOf(file)
    if (problem !== undefined) throw new ActionFailure(problem)
    const body = { name: file.name, content: await base64Of(file) }
    const stored = await api('POST /admin/programme/draft/picture', { body })
    onPicture(stored.name, stored.url)
    onChange(stored.name)
  }
  function take(file: File | undefined) {
    if (file && !isReadOnly) run(() => send(file))
  }
  const drop = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      take(event.dataTransfer.files[0])
    },
  }
  const error = failure ?? part.error
  return (
    <div className={own.whole}>
      <p className={own.label} id={`${id}-label`}>
        {label}
      </p>
      <div className={own.picture} data-over={isOver} data-invalid={error !== undefined} {...drop}>
        <div className={own.preview}>
          {url ? <img src={url} alt="" /> : <ImageOff size={24} aria-hidden="true" />}
        </div>
        {!isReadOnly && (
          <PictureActs
            {...{ isSending, isNullable, describedBy: `${id}-label ${id}-hint ${id}-error` }}
            hasPicture={typeof value === 'string' && value !== ''}
            onFile={take}
            onRemove={() => onChange(null)}
          />
        )}
      </div>
      <p className={own.hint} id={`${id}-hint`}>
        {hint ?? fieldText.picture.drop}
      </p>
      <div role="alert" id={`${id}-error`}>
        {error && <p className={own.error}>{error}</p>}
      </div>
    </div>
  )
}

type PictureActsProps = {
  describedBy: string
  isSending: boolean
  isNullable: boolean
  hasPicture: boolean
  onFile: (file: File) => void
  onRemove: () => void
}

function PictureActs({
  describedBy,
  isSending,
  isNullable,
  hasPicture,
  onFile,
  onRemove,
}: PictureActsProps) {
  const words = fieldText.picture
  return (
    <div className={own.pictureActs}>
      <FileButton accept={endings.join(',')} describedBy={describedBy} onFile={onFile}>
        <Upload size={16} aria-hidden="true" />
        {isSending ? words.sending : hasPicture ? words.change : words.choose}
      </FileButton>
      {isNullable && hasPicture && (
        <Button variant="plain" onClick={onRemove}>
          {words.remove}
        </Button>
      )}
    </div>
  )
}

function problemOf(file: File): string | undefined {
  const name = file.name.toLowerCase()
  if (!endings.some((ending) => name.endsWith(ending))) return fieldText.picture.wrongFormat
  return file.size > maxPicture_bytes ? fieldText.picture.tooLarge : undefined
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  // In parts, because a call takes no millions of arguments.
  const part = 32_768
  let binary = ''
  for (let at = 0; at < bytes.length; at += part) {
    binary += String.fromCharCode(...bytes.subarray(at, at + part))
  }
  return btoa(binary)
}
