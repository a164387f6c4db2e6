import type { Catalogue } from '../index.ts'

export const assignments: Catalogue['assignments'] = {}
