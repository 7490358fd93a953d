/** Mutants that make no different program, or only a slower one, each with the reason: they are left out, since no test can notice them. */
export const EQUIVALENT = [];
