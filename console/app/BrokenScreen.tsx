import { StatePage } from '#console/feedback/StatePage.tsx'
import { shellText } from '#console/text/shell.ts'
import { Button } from '#ui/Button.tsx'

/** A defect, or a screen whose code does not load because a newer release replaced it. */
export function BrokenScreen() {
  return (
    <StatePage
      title={shellText.broken}
      text={shellText.brokenText}
      action={<Button onClick={() => window.location.reload()}>{shellText.reload}</Button>}
    />
  )
}
