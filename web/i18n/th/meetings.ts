import type { Catalogue } from '../index.ts'

export const meetings: Catalogue['meetings'] = {}
