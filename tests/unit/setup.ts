import { computePowersNatively } from '#tests/native-powers.ts';

// Each file begins so: most sign in often, and few of them for the arithmetic's sake.
computePowersNatively();
