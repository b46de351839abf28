import { useRef } from 'react'

/**
 * For questions that overlap: only the last one counts. `latest` asks, and gives the answer to `tell`. If another question was asked
 * meanwhile, or `forget` was called, answer and error are dropped.
 */
export function useLatest() {
  const last = useRef(0)

  async function latest<Answer>(
    ask: () => Promise<Answer>,
    tell: (answer: Answer) => void,
  ): Promise<void> {
    last.current += 1
    const own = last.current
    const isLast = () => own === last.current
    try {
      const answer = await ask()
      if (isLast()) tell(answer)
    } catch (error) {
      if (isLast()) throw error
    }
  }

  function forget(): void {
    last.current += 1
  }
  return { latest, forget }
}
