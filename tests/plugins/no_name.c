#include "ring/plugin.h"

static int refuse(const char *path, const struct ho_plugin_option *options, struct ho_sink **sink,
                  char *message, size_t message_bytes)
{
    (void)path, (void)options, (void)sink, (void)message, (void)message_bytes;
    return -1;
}

const struct ho_plugin handoff_plugin = {HO_PLUGIN_ABI, NULL, ".x", refuse};
