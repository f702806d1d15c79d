import { computePowersNatively } from '#tests/native-powers.ts';

// Speeds up sign-ins. Most files sign in often and don't test the arithmetic.
computePowersNatively();
