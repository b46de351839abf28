/** The readable name of a device. In its own chunk, because of the parser. */

import Bowser from 'bowser'

import { devicesText } from '#portal/text/devices.ts'

/** 'Mozilla/5.0 (…)' → 'Chrome, Android' */
export function deviceName(user_agent: string | null): string {
  if (!user_agent) return devicesText.unknown
  const { browser, os } = Bowser.parse(user_agent)
  const names = [browser.name, os.name].filter(Boolean)
  return names.length > 0 ? names.join(', ') : devicesText.unknown
}
