/** A weak signal may never answer. After this time it counts as none (decision 036). */
export const maxSilence_ms = 4_000
