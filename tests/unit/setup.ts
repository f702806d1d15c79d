import { computePowersNatively } from '#tests/native-powers.ts';

// Most files sign in often and don't test the arithmetic.
computePowersNatively();
