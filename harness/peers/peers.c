#include "harness/peers/peer_loops.h"

#include <stddef.h>

#define ENTRY(name) &peer_##name,

const struct peer_ops *const peer_table[] = {PEER_LIST(ENTRY) NULL};
