import type { Catalogue } from '../index.ts'

export const discussions: Catalogue['discussions'] = {}
