import WifiOff from 'lucide-react/icons/wifi-off'
import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

import { paths } from '#console/path/paths.ts'
import { shellText } from '#console/text/shell.ts'

import styles from './Offline.module.css'

/** A line above the screen says that the connection is lost. The screen stays as it is, and the counter goes on selling. */
export function Offline() {
  const { pathname } = useLocation()
  const isOnline = useSyncExternalStore(follow, () => navigator.onLine)
  return (
    <output className={styles.place}>
      {!isOnline && (
        <span className={styles.bar}>
          <WifiOff size={18} aria-hidden="true" />
          {pathname === paths.counter ? shellText.offlineAtCounter : shellText.offline}
        </span>
      )}
    </output>
  )
}

function follow(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}
