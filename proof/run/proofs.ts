/** All proofs, in the order in which `npm run proof` runs them. */

import { forcedErrors } from '../forced-error/forced-error.ts'
import { guesses } from '../guess/guess.ts'
import { histories } from '../history/histories.ts'
import { isolation } from '../isolation/isolation.ts'
import { kills } from '../kill/kill.ts'
import { malformed } from '../malformed/malformed.ts'
import { model } from '../model/model.ts'
import { network } from '../network/network.ts'
import type { Proof } from '../proof.ts'
import { restore } from '../restore/restore.ts'
import { simulation } from '../simulation/simulation.ts'

export const proofs: Proof[] = [
  model,
  histories,
  kills,
  network,
  forcedErrors,
  guesses,
  isolation,
  malformed,
  restore,
  simulation,
]
