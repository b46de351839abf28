/** The shared notices of R2.12: alert, confirmation and snackbar. The fourth, a dismissible banner, is ui/Banner. */

import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react'

import { text } from '#portal/text/pt-BR.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { Snackbar } from '#ui/overlay/Snackbar.tsx'

type Question = {
  title: string
  message: string
  /** Labels other than Confirmar and Cancelar (R2.12). */
  yes?: string
  no?: string
}

/** The session that the notice was given in; undefined for a guest. */
type OfSession = { session: string | undefined }
type OpenQuestion = Question & OfSession & { answer: (yes: boolean) => void }
type OpenSnackbar = OfSession & { text: string; durationMs: number | undefined }

type Notices = {
  /** Titled 'Sucesso!' or 'Erro...'; stays until the person presses 'Entendi'. */
  alert: (tone: 'success' | 'error', message: string) => void
  /** Resolves to true if the person confirmed, and to false if the session ends before. */
  confirm: (question: Question) => Promise<boolean>
  /** Stays for 2 s, or for `durationMs` (R2.12). */
  snackbar: (message: string, durationMs?: number) => void
}

const NoticesContext = createContext<Notices | null>(null)

export function useNotices(): Notices {
  const notices = use(NoticesContext)
  if (!notices) throw new Error('a notice was given outside NoticesProvider')
  return notices
}

type ProviderProps = {
  /** The key of the session; undefined for a guest. */
  session: string | undefined
  children: ReactNode
}

export function NoticesProvider({ session, children }: ProviderProps) {
  const [alert, setAlert] = useState<Question | null>(null)
  const [question, setQuestion] = useState<OpenQuestion | null>(null)
  const [snackbar, setSnackbar] = useState<OpenSnackbar | null>(null)

  const notices = useMemo<Notices>(
    () => ({
      alert: (tone, message) => setAlert({ title: text.notice[tone], message }),
      confirm: (question) => new Promise((answer) => setQuestion({ ...question, session, answer })),
      snackbar: (text, durationMs) => setSnackbar({ text, durationMs, session }),
    }),
    [session],
  )
  const endSnackbar = useCallback(() => setSnackbar(null), [])
  // A question of an ended session must not stand over the login, nor be answered by the next person.
  if (question && question.session !== session) setQuestion(null)
  // A guest's snackbar stays: it welcomes a person who has just registered.
  if (snackbar?.session && snackbar.session !== session) setSnackbar(null)
  // If a question disappears without an answer, answer no, so that its promise settles. A second answer has no effect.
  useEffect(() => () => question?.answer(false), [question])

  function reply(yes: boolean) {
    question?.answer(yes)
    setQuestion(null)
  }

  return (
    <NoticesContext value={notices}>
      {children}
      {alert && (
        <Dialog
          title={alert.title}
          onClose={() => setAlert(null)}
          actions={<Button onClick={() => setAlert(null)}>{text.notice.understood}</Button>}
        >
          <p>{alert.message}</p>
        </Dialog>
      )}
      {question && (
        <Dialog
          title={question.title}
          onClose={() => reply(false)}
          actions={
            <>
              <Button variant="quiet" onClick={() => reply(false)}>
                {question.no ?? text.notice.cancel}
              </Button>
              <Button onClick={() => reply(true)}>{question.yes ?? text.notice.confirm}</Button>
            </>
          }
        >
          <p>{question.message}</p>
        </Dialog>
      )}
      {/* Always rendered: a screen reader announces changes in a live region, not a region that appears with its text. */}
      <output>
        {snackbar && (
          <Snackbar
            key={snackbar.text}
            text={snackbar.text}
            durationMs={snackbar.durationMs}
            onEnd={endSnackbar}
          />
        )}
      </output>
    </NoticesContext>
  )
}
