/** Short messages at the foot of the screen, each with 'Desfazer' where the act can be undone. */

import { Toast } from '@base-ui/react/toast'
import X from 'lucide-react/icons/x'

import { shellText } from '#console/text/shell.ts'

import styles from './toasts.module.css'

const manager = Toast.createToastManager()

/** A message with a way back stays longer. */
const duration_ms = { plain: 5_000, undoable: 10_000 }

/** `undo`: takes the act back. */
export function toast(message: string, undo?: () => void): void {
  const id = manager.add({
    title: message,
    timeout: undo ? duration_ms.undoable : duration_ms.plain,
    ...(undo && {
      actionProps: {
        children: shellText.undo,
        onClick: () => {
          manager.close(id)
          undo()
        },
      },
    }),
  })
}

/** F6 moves the focus here. */
export function Toasts() {
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport} aria-label={shellText.toasts}>
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function List() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((one) => (
    <Toast.Root key={one.id} toast={one} className={styles.toast}>
      <Toast.Content className={styles.content}>
        <Toast.Title className={styles.title} render={<p />} />
        <Toast.Action className={styles.action} />
        <Toast.Close className={styles.close} aria-label={shellText.close}>
          <X size={16} aria-hidden="true" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}
