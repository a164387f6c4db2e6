import type { Catalogue } from '../index.ts'

export const gradebook: Catalogue['gradebook'] = {}
