/** Whether this browser can show pushes, and whether it does (D21). */

export type PushState = 'subscribed' | 'possible' | 'denied' | 'needs_install' | 'unsupported'

type Browser = {
  hasPush: boolean
  isIos: boolean
  /** 'default': the person has not been asked. */
  permission: NotificationPermission
}

/** `isSubscribed`: the server has a subscription of this session. Without the browser's permission it has no effect. */
export function pushState(
  isSubscribed: boolean,
  { hasPush, isIos, permission }: Browser,
): PushState {
  // Safari on iOS has push only for a portal on the home screen.
  if (!hasPush) return isIos ? 'needs_install' : 'unsupported'
  if (permission === 'denied') return 'denied'
  return isSubscribed && permission === 'granted' ? 'subscribed' : 'possible'
}

export function thisBrowser(): Browser {
  const hasPush =
    'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  return {
    hasPush,
    isIos: isIos(navigator),
    permission: hasPush ? Notification.permission : 'default',
  }
}

/** An iPad says that it is a Mac, but no Mac has a touch screen. */
export function isIos({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean {
  return (
    /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
  )
}
