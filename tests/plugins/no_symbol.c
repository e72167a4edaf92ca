/* A shared object like any other. */
extern const int nothing;
const int nothing = 0;
