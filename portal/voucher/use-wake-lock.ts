import { useEffect } from 'react'

/** Keeps the screen awake while mounted, where the browser can. A browser drops the lock of a hidden page. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: Promise<WakeLockSentinel | undefined> | undefined
    function hold() {
      if (document.visibilityState === 'hidden' || !('wakeLock' in navigator)) return
      // Browsers refuse a wake lock on a low battery. The screen then turns off as usual.
      lock = navigator.wakeLock.request('screen').catch(() => undefined)
    }
    hold()
    document.addEventListener('visibilitychange', hold)
    return () => {
      document.removeEventListener('visibilitychange', hold)
      void lock?.then((sentinel) => sentinel?.release())
    }
  }, [])
}
