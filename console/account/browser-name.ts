/** The readable name of a browser. */

import Bowser from 'bowser'

import { sessionText } from '#console/text/session.ts'

/** 'Mozilla/5.0 (…)' → 'Chrome, Windows' */
export function browserName(user_agent: string | null): string {
  if (!user_agent) return sessionText.unknownBrowser
  const { browser, os } = Bowser.parse(user_agent)
  const names = [browser.name, os.name].filter(Boolean)
  return names.length > 0 ? names.join(', ') : sessionText.unknownBrowser
}
