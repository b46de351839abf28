/** The endpoints of the portal: those that neither a till nor the console calls. */

import type { AdminKey, EndpointKey } from '#contract/endpoints/endpoints.ts'
import type { ExampleOf } from '#contract/reference/example.ts'
import type { PartnerKey } from '#contract/reference/examples.ts'

export type PortalKey = Exclude<EndpointKey, PartnerKey | AdminKey>

export type PortalExamples = { [Key in PortalKey]: ExampleOf<Key> }
